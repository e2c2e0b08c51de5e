import type { Command } from 'commander'

const WIDTH = 100

/** The help of every command as Markdown: the reference in docs/cli.md. `npm run cli-reference` writes it. */
export function renderReference(program: Command): string {
  return leavesOf(program)
    .map((command) => {
      const help = command.configureHelp({ helpWidth: WIDTH }).helpInformation()
      return `### ${nameOf(command)}\n\n\`\`\`text\n${help.trimEnd()}\n\`\`\`\n`
    })
    .join('\n')
}

function leavesOf(command: Command): Command[] {
  return command.commands.length === 0 ? [command] : command.commands.flatMap(leavesOf)
}

function nameOf(command: Command): string {
  const { parent } = command
  return parent?.parent == null ? command.name() : `${nameOf(parent)} ${command.name()}`
}
