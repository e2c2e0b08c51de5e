-- migrate: concurrently
-- For the lists of all installs and deliveries of a project.

CREATE INDEX CONCURRENTLY "installs_project_id_decided_at_install_id_idx" ON "installs"("project_id", "decided_at" DESC, "install_id" DESC);
CREATE INDEX CONCURRENTLY "deliveries_project_id_id_idx" ON "deliveries"("project_id", "id" DESC);

-- Most unmatched installs are "no_candidate"; the other reasons are rare, as failed deliveries are.
CREATE INDEX CONCURRENTLY "installs_reason_idx" ON "installs"("project_id", "reason", "decided_at" DESC, "install_id" DESC) WHERE "reason" <> 'no_candidate';
CREATE INDEX CONCURRENTLY "deliveries_failed_idx" ON "deliveries"("project_id", "id" DESC) WHERE "state" IN ('failed', 'skipped');
