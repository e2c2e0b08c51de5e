-- migrate: in batches
-- In the order in which roll-ups lock links.
UPDATE "links" SET "click_magnitude" = click_magnitude("clicked_count")
 WHERE "id" IN (
   SELECT "id" FROM "links" WHERE "click_magnitude" <> click_magnitude("clicked_count")
    ORDER BY "id" LIMIT 5000 FOR NO KEY UPDATE);
