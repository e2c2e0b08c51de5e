-- Sign-in with an OpenID Connect provider. Only adds: processes of the release before run on it.

ALTER TABLE "users" ADD COLUMN "oidc_issuer" TEXT,
    ADD COLUMN "oidc_subject" TEXT;
CREATE UNIQUE INDEX "users_oidc_issuer_oidc_subject_key" ON "users"("oidc_issuer", "oidc_subject");

CREATE TABLE "oidc_states" (
    "state_hash" BYTEA NOT NULL,
    "verifier_hash" BYTEA NOT NULL,
    "session_id" INTEGER,
    "connects" BOOLEAN NOT NULL,
    "next" TEXT,
    "expires_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "oidc_states_pkey" PRIMARY KEY ("state_hash"),
    CONSTRAINT "oidc_states_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "sessions"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "oidc_states_session_id_idx" ON "oidc_states"("session_id");
