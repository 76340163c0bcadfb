// Checks while it is imported, so that a command can name it as its first import: everything after may use what this version has.
const floorMajor = 20
const floorMinor = 19
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

if (major < floorMajor || (major === floorMajor && minor < floorMinor)) {
  process.stderr.write(
    `postil: Node.js ${floorMajor}.${floorMinor} or newer is needed, and this is ${process.versions.node}.\n`,
  )
  process.exit(1)
}
