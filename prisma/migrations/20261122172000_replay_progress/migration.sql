ALTER TABLE "replays"
  ADD COLUMN "by_state" JSONB NOT NULL DEFAULT '{}',
  ADD COLUMN "finished_at" TIMESTAMPTZ(6),
  ADD COLUMN "canceled_at" TIMESTAMPTZ(6);

-- Null except where a replay took the delivery up.
ALTER TABLE "deliveries"
  ADD COLUMN "replay_id" INTEGER,
  ADD COLUMN "state_before_replay" TEXT;

CREATE INDEX "deliveries_replay_idx" ON "deliveries"("replay_id") WHERE "replay_id" IS NOT NULL;
CREATE INDEX "deliveries_canceled_idx" ON "deliveries"("webhook_id", "id") WHERE "state" = 'canceled';
