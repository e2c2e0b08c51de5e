-- A delivery is written three times: made, claimed, settled. With half of each page left free the claim, which changes no
-- indexed column, stays on its page and touches no index, also when every row of a page is claimed at once; the room is
-- used again by the settled version. New months take the setting from DEFAULT.
DO $$
DECLARE
  partition regclass;
BEGIN
  FOR partition IN SELECT inhrelid::regclass FROM pg_inherits WHERE inhparent = 'deliveries'::regclass LOOP
    EXECUTE format('ALTER TABLE %s SET (fillfactor = 50)', partition);
  END LOOP;
END
$$;
