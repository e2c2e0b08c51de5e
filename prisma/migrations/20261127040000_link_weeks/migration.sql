-- Clicks and attributed installs of links by week, which an overview of 90 days reads instead of most days.
-- A trigger counts them, so that processes of the release before count too.

CREATE TABLE "project_link_weeks" (
    "project_id" UUID NOT NULL,
    -- Its Monday.
    "week" DATE NOT NULL,
    "link_id" INTEGER NOT NULL,
    "clicks" BIGINT NOT NULL DEFAULT 0,
    "attributed" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "project_link_weeks_pkey" PRIMARY KEY ("project_id","week","link_id")
);

CREATE FUNCTION "add_inserted_link_days"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO project_link_weeks AS w (project_id, week, link_id, clicks, attributed)
  SELECT project_id, date_trunc('week', day)::date, value::integer, sum(clicks), sum(attributed)
    FROM added WHERE dimension = 'link'
   GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (project_id, week, link_id) DO UPDATE
     SET clicks = w.clicks + EXCLUDED.clicks, attributed = w.attributed + EXCLUDED.attributed;
  RETURN NULL;
END
$$;

CREATE FUNCTION "add_updated_link_days"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO project_link_weeks AS w (project_id, week, link_id, clicks, attributed)
  SELECT project_id, date_trunc('week', day)::date, value::integer, sum(clicks), sum(attributed)
    FROM (SELECT project_id, dimension, day, value, clicks, attributed FROM added
           UNION ALL
          SELECT project_id, dimension, day, value, -clicks, -attributed FROM former) AS changed
   WHERE dimension = 'link'
   GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (project_id, week, link_id) DO UPDATE
     SET clicks = w.clicks + EXCLUDED.clicks, attributed = w.attributed + EXCLUDED.attributed;
  RETURN NULL;
END
$$;

CREATE TRIGGER "project_dimension_days_inserted" AFTER INSERT ON "project_dimension_days"
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "add_inserted_link_days"();
CREATE TRIGGER "project_dimension_days_updated" AFTER UPDATE ON "project_dimension_days"
  REFERENCING OLD TABLE AS former NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "add_updated_link_days"();

INSERT INTO "project_link_weeks" ("project_id", "week", "link_id", "clicks", "attributed")
SELECT project_id, date_trunc('week', day)::date, value::integer, sum(clicks), sum(attributed)
  FROM "project_dimension_days" WHERE dimension = 'link'
 GROUP BY 1, 2, 3;
