import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'

const ownModules = join(import.meta.dirname, '../../node_modules')

/**
 * Installs the tarball of the server package into a folder as npm does, with the packages of this checkout
 * instead of downloaded ones. Returns its path.
 */
export function installPackage(tarball: string, folder: string): string {
  const modules = join(folder, 'node_modules')
  rmSync(modules, { recursive: true, force: true })
  mkdirSync(modules, { recursive: true })
  execFileSync('tar', ['-xzf', tarball, '-C', folder])
  const installed = join(modules, 'vitrine')
  renameSync(join(folder, 'package'), installed)
  const { dependencies, optionalDependencies } = JSON.parse(
    readFileSync(join(installed, 'package.json'), 'utf8'),
  ) as Record<'dependencies' | 'optionalDependencies', Record<string, string>>
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
    // An optional one is not there on other systems.
    if (name in optionalDependencies && !existsSync(join(ownModules, name))) continue
    mkdirSync(dirname(join(modules, name)), { recursive: true })
    symlinkSync(join(ownModules, name), join(modules, name))
  }
  return installed
}

if (import.meta.main) installPackage(String(process.argv[2]), String(process.argv[3]))
