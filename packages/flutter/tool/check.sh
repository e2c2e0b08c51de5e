#!/usr/bin/env bash
# Checks the package on a machine with Flutter 3.29 or newer. It does what the
# repository's own tests cannot: they have a Dart VM, and no Flutter.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 1

failed=()
step() {
  printf '\n== %s\n' "$*"
  "$@" || failed+=("$*")
}

step flutter --version
step flutter pub get
step flutter analyze --fatal-infos
step dart format --output=none --set-exit-if-changed lib test example/lib \
  tool/checks tool/checks.dart tool/fixtures tool/vectors tool/vectors.dart
step flutter test
# Warns of what pub.dev wants and this repository does not say.
step flutter pub publish --dry-run --ignore-warnings

# The native folders come from Flutter's template; git ignores them.
cd example || exit 1
step flutter create --project-name throughline_example \
  --platforms android,ios .
# The template's test is of the template's own app, and would not compile.
rm -rf test
step flutter build apk --debug
if [[ $(uname) == Darwin ]]; then
  step flutter build ios --debug --no-codesign
fi

if ((${#failed[@]} > 0)); then
  printf '\nFailed:\n'
  printf '  %s\n' "${failed[@]}"
  exit 1
fi
printf '\nAll checks passed.\n'
