-- migrate: concurrently
-- For the list of a project's links, newest first. An expression, because for the order of "id" the planner may read the
-- primary key, with the links of all projects.
CREATE INDEX CONCURRENTLY "links_project_id_newest_idx" ON "links"("project_id", (-"id"));
