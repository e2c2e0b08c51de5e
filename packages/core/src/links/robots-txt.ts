/** The doctor identifies a link host by it. Links are allowed because previews must fetch them. */
export const ROBOTS_TXT = 'User-agent: *\nDisallow: /api/\n'
