import type { Pool } from 'pg'

/**
 * Describes the schema `public`, one line per object, for comparing two databases. Leaves out Prisma's table of applied
 * migrations and the monthly partitions, whose number depends on the age of the database.
 */
export async function readSchema(pool: Pick<Pool, 'query'>): Promise<string[]> {
  const { rows } = await pool.query<{ line: string }>(SCHEMA)
  return rows.map(({ line }) => line)
}

/**
 * Columns are numbered without dropped ones. NOT NULL constraints of partitions are left out: their names depend on
 * whether the partition was created in place or attached.
 */
const SCHEMA = `
WITH relations AS (
  SELECT c.*, pg_get_expr(c.relpartbound, c.oid) AS bound
    FROM pg_class c
   WHERE c.relnamespace = 'public'::regnamespace
     AND c.relname !~ '_[0-9]{6}(_|$)' AND c.relname NOT LIKE '\\_prisma\\_migrations%'
), lines AS (
  SELECT concat_ws(' ', 'relation', c.relname, c.relkind, c.relpersistence, c.reloptions::text, t.reloptions::text,
                   pg_get_partkeydef(c.oid), c.bound) AS line
    FROM relations c LEFT JOIN pg_class t ON t.oid = c.reltoastrelid
  UNION ALL
  SELECT concat_ws(' ', 'column', c.relname, row_number() OVER (PARTITION BY c.oid ORDER BY a.attnum), a.attname,
                   format_type(a.atttypid, a.atttypmod), CASE WHEN a.attnotnull THEN 'NOT NULL' END,
                   pg_get_expr(d.adbin, d.adrelid), a.attidentity, a.attgenerated, a.attstorage, a.attcompression,
                   a.attcollation::regcollation, nullif(a.attstattarget, -1), a.attoptions::text)
    FROM relations c
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
   WHERE c.relkind IN ('r', 'p', 'v', 'm')
  UNION ALL
  SELECT concat_ws(' ', 'constraint', c.relname, k.conname, pg_get_constraintdef(k.oid))
    FROM relations c JOIN pg_constraint k ON k.conrelid = c.oid
   WHERE NOT (c.relispartition AND k.contype = 'n')
  UNION ALL
  SELECT concat_ws(' ', 'index', pg_get_indexdef(c.oid)) FROM relations c WHERE c.relkind IN ('i', 'I')
  UNION ALL
  SELECT concat_ws(' ', 'sequence', c.relname, s.seqtypid::regtype, s.seqstart, s.seqincrement, s.seqmin, s.seqmax)
    FROM relations c JOIN pg_sequence s ON s.seqrelid = c.oid
  UNION ALL
  SELECT concat_ws(' ', 'trigger', c.relname, pg_get_triggerdef(g.oid))
    FROM relations c JOIN pg_trigger g ON g.tgrelid = c.oid AND NOT g.tgisinternal
  UNION ALL
  SELECT concat_ws(' ', 'function', pg_get_functiondef(p.oid))
    FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace
)
SELECT line FROM lines ORDER BY line COLLATE "C"`
