-- CreateTable
CREATE TABLE "forget_marks" (
    "chore" TEXT NOT NULL,
    "after_id" UUID NOT NULL,

    CONSTRAINT "forget_marks_pkey" PRIMARY KEY ("chore")
);

-- CreateIndex
CREATE INDEX "attributions_project_id_attributed_at_id_idx" ON "attributions"("project_id", "attributed_at" DESC, "id" DESC);

INSERT INTO "forget_marks" ("chore", "after_id") VALUES
  ('clicks', '00000000-0000-0000-0000-000000000000'),
  ('attributions', '00000000-0000-0000-0000-000000000000');

-- What is still to be forgotten, and nothing else: a row leaves them as it is forgotten.
CREATE INDEX "installs_traced_idx" ON "installs"("decided_at") WHERE "trace" ? 'match';
CREATE INDEX "installs_fingerprinted_idx" ON "installs"("decided_at") WHERE "fingerprint_hash" IS NOT NULL;
