-- Whether the key alone may change any campaign of the project, or those that it created.
ALTER TABLE "projects" ADD COLUMN "sdk_writes" TEXT NOT NULL DEFAULT 'all' CHECK ("sdk_writes" IN ('own', 'all'));
