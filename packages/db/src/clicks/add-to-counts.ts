/** Statement parts that add the preceding part, `deltas`, to roll-ups and links, each in the order of its keys. */
export function addToCounts(deltas: string): string {
  return `by_link AS (
  INSERT INTO link_clicks AS r (link_id, quarter, project_id, clicks, uniques)
  SELECT link_id, quarter, project_id, sum(clicks), sum(uniques) FROM ${deltas} GROUP BY 1, 2, 3 ORDER BY 1, 2
  ON CONFLICT (link_id, quarter) DO UPDATE
     SET clicks = r.clicks + EXCLUDED.clicks, uniques = r.uniques + EXCLUDED.uniques
), by_campaign AS (
  INSERT INTO campaign_clicks AS r (campaign_id, quarter, project_id, clicks, uniques)
  SELECT campaign_id, quarter, project_id, sum(clicks), sum(uniques)
    FROM ${deltas} WHERE campaign_id IS NOT NULL GROUP BY 1, 2, 3 ORDER BY 1, 2
  ON CONFLICT (campaign_id, quarter) DO UPDATE
     SET clicks = r.clicks + EXCLUDED.clicks, uniques = r.uniques + EXCLUDED.uniques
), raised AS (
  UPDATE links l SET clicked_count = l.clicked_count + t.clicks
    FROM (SELECT link_id, sum(clicks)::bigint AS clicks FROM ${deltas} GROUP BY link_id ORDER BY link_id OFFSET 0) AS t
   WHERE l.id = t.link_id
)`
}
