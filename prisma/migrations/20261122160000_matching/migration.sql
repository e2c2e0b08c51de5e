-- AlterTable
ALTER TABLE "projects" ADD COLUMN "min_confidence" REAL,
    ADD COLUMN "deliver_sdk_tests" BOOLEAN;

-- AlterTable
ALTER TABLE "installs" ADD COLUMN "is_test" BOOLEAN NOT NULL DEFAULT false,
    ADD COLUMN "referrer" JSONB;

-- AlterTable
ALTER TABLE "events" ADD COLUMN "install_id" UUID;

-- CreateTable
CREATE TABLE "install_refusals" (
    "project_id" UUID NOT NULL,
    "install_hash" BYTEA NOT NULL,
    "reason" TEXT NOT NULL,
    "day" DATE NOT NULL DEFAULT CURRENT_DATE,

    CONSTRAINT "install_refusals_pkey" PRIMARY KEY ("project_id","install_hash")
);

-- Rows that a maintenance task still has to change, and no others.
CREATE INDEX "installs_unmatched_referrer_idx" ON "installs"("decided_at") WHERE "referrer" IS NOT NULL AND NOT "is_matched";
CREATE INDEX "installs_test_idx" ON "installs"("decided_at") WHERE "is_test";
