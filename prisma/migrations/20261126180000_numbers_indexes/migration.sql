-- migrate: concurrently
-- For the list of all installs of a project. Most unmatched installs are "no_candidate"; the other reasons are rare.
CREATE INDEX CONCURRENTLY "installs_project_id_decided_at_install_id_idx" ON "installs"("project_id", "decided_at" DESC, "install_id" DESC);
CREATE INDEX CONCURRENTLY "installs_reason_idx" ON "installs"("project_id", "reason", "decided_at" DESC, "install_id" DESC) WHERE "reason" <> 'no_candidate';
