-- Makes one monthly partition, where it is missing, without keeping anybody waiting for long.
--
-- CREATE TABLE … PARTITION OF would lock the whole parent against reads and writes. A table that is made apart and
-- attached locks only the DEFAULT partition, and gives up after half a second: the caller tries again later.
-- Rows of the month that DEFAULT took meanwhile are moved, or the attach would be refused. Where they are more than
-- `max_moved`, moving them would take too long: they stay, and the month goes on in DEFAULT.
--
-- Storage parameters are those of DEFAULT, so that one ALTER TABLE there holds for all months to come.
--
-- Answers 'exists', 'made' or 'left'.
CREATE FUNCTION "make_partition"(parent text, month timestamptz, max_moved integer) RETURNS text
LANGUAGE plpgsql SET lock_timeout = '500ms' AS $$
DECLARE
  partition text := parent || '_' || to_char(month AT TIME ZONE 'UTC', 'YYYYMM');
  fallback text := parent || '_default';
  low uuid := uuid7_floor(month);
  high uuid := uuid7_floor(((month AT TIME ZONE 'UTC') + interval '1 month') AT TIME ZONE 'UTC');
  has_fallback boolean := to_regclass(fallback) IS NOT NULL;
  options text;
  waiting integer := 0;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('throughline.partitions'));
  -- Read from the catalogue: to_regclass may still answer from a cache what was so before the wait.
  IF EXISTS (SELECT 1 FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
              WHERE inhparent = parent::regclass AND relname = partition) THEN
    RETURN 'exists';
  END IF;
  IF has_fallback THEN
    EXECUTE format('SELECT count(*) FROM (SELECT 1 FROM %I WHERE id >= %L AND id < %L LIMIT %s) AS w', fallback, low, high, max_moved + 1)
      INTO waiting;
    IF waiting > max_moved THEN
      RETURN 'left';
    END IF;
  END IF;
  EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING ALL)', partition, parent);
  IF has_fallback THEN
    SELECT array_to_string(reloptions, ', ') INTO options FROM pg_class WHERE oid = to_regclass(fallback);
    IF options <> '' THEN
      EXECUTE format('ALTER TABLE %I SET (%s)', partition, options);
    END IF;
    EXECUTE format('LOCK TABLE %I IN ACCESS EXCLUSIVE MODE', fallback);
    EXECUTE format('WITH moved AS (DELETE FROM %I WHERE id >= %L AND id < %L RETURNING *) INSERT INTO %I SELECT * FROM moved',
      fallback, low, high, partition);
  END IF;
  EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', parent, partition, low, high);
  RETURN 'made';
END
$$;

-- Its place is taken by the function above, called for one partition at a time.
DROP FUNCTION "ensure_partitions"(integer);

-- For how many months after this one, without a gap, every partitioned table has its partition.
CREATE OR REPLACE FUNCTION "partitions_ahead"() RETURNS integer LANGUAGE sql STABLE AS $$
  SELECT coalesce(min(m) - 1, 12)::integer
    FROM unnest(ARRAY['clicks', 'events', 'deliveries', 'delivery_attempts']) AS parent, generate_series(1, 12) AS m
   WHERE NOT EXISTS (
     SELECT 1 FROM pg_inherits
      WHERE inhparent = to_regclass(parent)
        AND inhrelid = to_regclass(parent || '_' || to_char(date_trunc('month', now() AT TIME ZONE 'UTC') + make_interval(months => m), 'YYYYMM')))
$$;
