-- The mark of projects that hold generated sample data. Only adds: processes of the release before run on it.

ALTER TABLE "projects" ADD COLUMN "is_sample" BOOLEAN NOT NULL DEFAULT false;
