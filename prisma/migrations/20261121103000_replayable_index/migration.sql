-- What a replay takes up, and lists of it, without a look at every delivery that succeeded.
CREATE INDEX "deliveries_replayable_idx" ON "deliveries"("webhook_id", "id") WHERE "state" IN ('failed', 'skipped');
