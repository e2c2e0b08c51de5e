-- DropIndex
DROP INDEX "visits_project_id_ip_hash_created_at_idx";

-- AlterTable
ALTER TABLE "visits" DROP COLUMN "fingerprint_hash";
