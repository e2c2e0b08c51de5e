/** The doctor recognizes a link host by this text. Links are allowed, because previews must fetch them. */
export const ROBOTS_TXT = 'User-agent: *\nDisallow: /api/\n'
