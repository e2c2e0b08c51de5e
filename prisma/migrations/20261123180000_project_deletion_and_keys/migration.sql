-- The deletion of projects after a grace period, and keys that were replaced. Only adds: processes of the release before
-- run on it; they reject replaced keys.

ALTER TABLE "projects" ADD COLUMN "deletes_at" TIMESTAMPTZ(6);

CREATE TABLE "former_project_keys" (
    "key" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "replaced_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "former_project_keys_pkey" PRIMARY KEY ("key")
);
CREATE INDEX "former_project_keys_project_id_idx" ON "former_project_keys"("project_id");
ALTER TABLE "former_project_keys" ADD CONSTRAINT "former_project_keys_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;
