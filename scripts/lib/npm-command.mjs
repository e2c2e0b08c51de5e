/** The npm that runs this script, if one does; else the one on PATH. */
export function npmCommand() {
  const running = process.env.npm_execpath
  return running?.endsWith('npm-cli.js') ? [process.execPath, running] : ['npm']
}
