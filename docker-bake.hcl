# The images for several platforms: docker buildx bake --file docker-bake.hcl (deploy/README.md). Without --file, buildx
# reads docker-compose.yml too.

variable "VERSION" {
  default = "0.1.0"
}

# With the final slash, such as registry.example.com/acme/.
variable "REGISTRY" {
  default = ""
}

group "default" {
  targets = ["api", "worker", "cli"]
}

target "_common" {
  context = "."
  platforms = ["linux/amd64", "linux/arm64"]
  labels = {
    "org.opencontainers.image.version" = "${VERSION}"
  }
}

target "api" {
  inherits = ["_common"]
  dockerfile = "apps/api/Dockerfile"
  tags = ["${REGISTRY}throughline-api:${VERSION}"]
}

target "worker" {
  inherits = ["_common"]
  dockerfile = "apps/worker/Dockerfile"
  tags = ["${REGISTRY}throughline-worker:${VERSION}"]
}

target "cli" {
  inherits = ["_common"]
  dockerfile = "apps/cli/Dockerfile"
  tags = ["${REGISTRY}throughline-cli:${VERSION}"]
}
