import type pg from 'pg'
import { WINDOW_MINUTES, type ProjectName } from '../world/episode.js'
import { LINKS } from '../world/tables/habits.js'

export interface Project {
  id: string
  key: string
  prefix: string
  /** Codes by link number, as used in clicks. */
  codes: string[]
}

export async function insertProjects(pool: pg.Pool): Promise<Record<ProjectName, Project>> {
  return {
    shop: await insertProject(pool, 'shop'),
    daily: await insertProject(pool, 'daily'),
    game: await insertProject(pool, 'game'),
  }
}

async function insertProject(pool: pg.Pool, name: ProjectName): Promise<Project> {
  const { rows } = await pool.query<{ id: string; key: string; codes: string[] }>(
    `WITH project AS (
       INSERT INTO projects (name, prefix, clipboard, window_minutes) VALUES ($1, $1, true, $3) RETURNING id, key
     ), campaign AS (
       INSERT INTO campaigns (project_id, name) SELECT id, 'Campaign ' || n FROM project, generate_series(0, $2::int / 2) AS n
       RETURNING id, name
     ), link AS (
       INSERT INTO links (project_id, code, actual_url, campaign_id, is_deeplink, android_package_name, ios_url)
       SELECT p.id, 'L' || n, 'https://example.com/' || n, c.id, true, 'com.example.app', 'https://apps.apple.com/app/id1'
         FROM project p, generate_series(0, $2::int - 1) AS n JOIN campaign c ON c.name = 'Campaign ' || n / 2
       RETURNING code
     )
     SELECT id, key, (SELECT array_agg(code ORDER BY code) FROM link) AS codes FROM project`,
    [name, LINKS.length, WINDOW_MINUTES[name]],
  )
  const [row] = rows
  if (row === undefined) throw new Error('INSERT … RETURNING returned no row')
  return { ...row, prefix: name }
}
