/**
 * What every link host answers at `/robots.txt`; the doctor knows by it that a host leads here. Previews need to fetch
 * links, so that these are not forbidden.
 */
export const ROBOTS_TXT = 'User-agent: *\nDisallow: /api/\n'
