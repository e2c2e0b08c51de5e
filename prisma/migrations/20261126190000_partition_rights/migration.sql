-- Partitions are created and dropped with the rights of the owner of the tables, so that the API and the worker need none
-- of them (docs/configuration.md, "Roles").

-- Drops one partition of a partitioned table. The caller holds the lock on the parent.
CREATE FUNCTION "drop_partition"(parent text, partition text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF parent <> ALL (ARRAY['clicks', 'events', 'deliveries', 'delivery_attempts'])
     OR NOT EXISTS (SELECT 1 FROM pg_inherits
                     WHERE inhparent = parent::regclass AND inhrelid = partition::regclass) THEN
    RAISE EXCEPTION '% is no partition of %', partition, parent USING ERRCODE = 'wrong_object_type';
  END IF;
  EXECUTE format('DROP TABLE %s', partition::regclass);
END
$$;

DO $$
DECLARE
  signature text;
BEGIN
  FOREACH signature IN ARRAY ARRAY['make_partition(text, timestamptz, integer)', 'drop_partition(text, text)'] LOOP
    -- A function with the owner's rights must not find objects of others by its search path.
    EXECUTE format('ALTER FUNCTION %s SECURITY DEFINER SET search_path = %I, pg_temp', signature, current_schema());
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', signature);
  END LOOP;
END
$$;
