-- Which token made which, so that revoking one revokes its descendants. Revoked rows stay for a while: their bearer is told.
ALTER TABLE "admin_tokens" ADD COLUMN "parent_id" INTEGER, ADD COLUMN "revoked_at" TIMESTAMPTZ(6);
CREATE INDEX "admin_tokens_parent_id_idx" ON "admin_tokens"("parent_id");
ALTER TABLE "admin_tokens" ADD CONSTRAINT "admin_tokens_parent_id_fkey" FOREIGN KEY ("parent_id") REFERENCES "admin_tokens"("id") ON DELETE SET NULL ON UPDATE CASCADE;
