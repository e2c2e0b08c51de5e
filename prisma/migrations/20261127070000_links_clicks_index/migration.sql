-- migrate: concurrently
-- For the order of a project's links by clicks, within which PostgreSQL sorts links of the same magnitude.
CREATE INDEX CONCURRENTLY "links_project_id_click_magnitude_idx" ON "links"("project_id", "click_magnitude");
