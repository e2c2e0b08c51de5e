-- AlterTable
ALTER TABLE "installs" ADD COLUMN "erasure_id" UUID;

-- CreateTable
CREATE TABLE "erasures" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "link_id" INTEGER,
    "after_id" UUID,
    "until_id" UUID,
    "installs" INTEGER NOT NULL DEFAULT 0,
    "clicks" INTEGER NOT NULL DEFAULT 0,
    "visits" INTEGER NOT NULL DEFAULT 0,
    "attributions" INTEGER NOT NULL DEFAULT 0,
    "deliveries_canceled" INTEGER NOT NULL DEFAULT 0,
    "payloads_blanked" INTEGER NOT NULL DEFAULT 0,
    "in_flight" UUID[] DEFAULT ARRAY[]::UUID[],
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "erased_at" TIMESTAMPTZ(6),

    CONSTRAINT "erasures_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "installs_project_id_link_id_idx" ON "installs"("project_id", "link_id");

-- The clicks of an install. A click enters it as it is claimed, so that writing a click costs no more than before.
CREATE INDEX "clicks_consumed_by_idx" ON "clicks"("consumed_by") WHERE "consumed_by" IS NOT NULL;
CREATE INDEX "installs_erasure_id_idx" ON "installs"("erasure_id") WHERE "erasure_id" IS NOT NULL;
CREATE INDEX "erasures_unfinished_idx" ON "erasures"("id") WHERE "erased_at" IS NULL OR "in_flight" <> '{}';
