/** Returns the folders of the npm packages that files are from, each once. */
export function packageFolders(files) {
  const folders = files.map(
    (file) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? null,
  )
  return [...new Set(folders.filter((folder) => folder !== null))].sort()
}
