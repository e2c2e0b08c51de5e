-- Two roles with the rights that they need, and no more:
--   throughline_owner  owns the tables; only the migrate command uses it
--   throughline_app    reads and writes rows; the API, the worker and the other commands use it
--
-- Run it in the database of Throughline as a superuser, before the first migration or later, any number of times:
--   psql -d throughline -f deploy/postgresql/roles.sql
-- Then set the passwords: psql -c '\password throughline_owner' -c '\password throughline_app'

DO $$
DECLARE
  role_name text;
BEGIN
  FOREACH role_name IN ARRAY ARRAY['throughline_owner', 'throughline_app'] LOOP
    BEGIN
      EXECUTE format('CREATE ROLE %I LOGIN', role_name);
    EXCEPTION WHEN duplicate_object OR unique_violation THEN
      NULL;
    END;
  END LOOP;
  EXECUTE format('REVOKE ALL ON DATABASE %I FROM PUBLIC', current_database());
  -- CREATE is for the schema "bullmq", which holds the queue if REDIS_URL is not set.
  EXECUTE format('GRANT CONNECT, CREATE ON DATABASE %I TO throughline_owner', current_database());
  -- BullMQ adds jobs through temporary tables.
  EXECUTE format('GRANT CONNECT, TEMPORARY ON DATABASE %I TO throughline_app', current_database());
END
$$;

REVOKE CREATE ON SCHEMA public FROM PUBLIC;
GRANT USAGE, CREATE ON SCHEMA public TO throughline_owner;
GRANT USAGE ON SCHEMA public TO throughline_app;

-- What the owner creates later.
-- CREATE, because BullMQ makes a sequence for its queue when it adds the first job. The only schema is "bullmq".
ALTER DEFAULT PRIVILEGES FOR ROLE throughline_owner GRANT USAGE, CREATE ON SCHEMAS TO throughline_app;
ALTER DEFAULT PRIVILEGES FOR ROLE throughline_owner GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO throughline_app;
ALTER DEFAULT PRIVILEGES FOR ROLE throughline_owner GRANT USAGE, SELECT ON SEQUENCES TO throughline_app;
ALTER DEFAULT PRIVILEGES FOR ROLE throughline_owner GRANT EXECUTE ON FUNCTIONS TO throughline_app;

-- What exists already. If another role owns it: REASSIGN OWNED BY that_role TO throughline_owner;
DO $$
DECLARE
  schema_name text;
BEGIN
  FOR schema_name IN SELECT nspname FROM pg_namespace WHERE nspname IN ('public', 'bullmq') LOOP
    EXECUTE format('GRANT USAGE ON SCHEMA %I TO throughline_app', schema_name);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA %I TO throughline_app', schema_name);
    EXECUTE format('GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA %I TO throughline_app', schema_name);
    EXECUTE format('GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA %I TO throughline_app', schema_name);
  END LOOP;
  IF to_regnamespace('bullmq') IS NOT NULL THEN
    GRANT CREATE ON SCHEMA bullmq TO throughline_app;
  END IF;
END
$$;
