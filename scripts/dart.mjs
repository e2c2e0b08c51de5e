// `node scripts/dart.mjs FILE …`: runs Dart on any machine. Uses the "dart" on PATH, else a VM that it gets from npm.
// `node scripts/dart.mjs --where`: prints the path of that Dart; downloads nothing, and fails with a reason.
import { ensureDart, findDart } from './lib/dart-vm.mjs'
import { runChild } from './lib/run-child.mjs'

const args = process.argv.slice(2)
const isQuestion = args[0] === '--where'
const { path, reason } = isQuestion ? findDart() : await ensureDart()
if (path === null) {
  process.stderr.write(`Dart does not run: ${reason}.\n`)
  process.exitCode = 1
} else if (isQuestion) {
  process.stdout.write(`${path}\n`)
} else {
  process.exitCode = await runChild(path, args)
}
