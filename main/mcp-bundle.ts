/** `release/vitrine.mcpb`: what Claude Desktop installs with a double click. It starts the Vitrine that is installed. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'

const root = join(import.meta.dirname, '..')
const entryPoint = 'server/start.mjs'

/** The manifest, of version 0.3 of the format of MCP bundles. */
export function bundleManifest(): object {
  const { version, description, homepage, license } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  ) as Readonly<Record<string, string>>
  return {
    manifest_version: '0.3',
    name: 'vitrine',
    display_name: 'Vitrine',
    version,
    description,
    author: { name: 'The Vitrine authors', email: 'hello@vitrine.example', url: homepage },
    homepage,
    license,
    server: {
      type: 'node',
      entry_point: entryPoint,
      mcp_config: {
        command: 'node',
        args: [`\${__dirname}/${entryPoint}`],
        env: {
          VITRINE_WORKSPACE: '${user_config.workspace}',
          VITRINE_PROGRAM: '${user_config.program}',
        },
      },
    },
    tools_generated: true,
    prompts_generated: true,
    user_config: {
      workspace: {
        type: 'string',
        title: 'Workspace',
        description: 'The catalog to work on, by its name; empty where there is only one.',
        required: false,
      },
      program: {
        type: 'file',
        title: 'Program',
        description: 'Where Vitrine is, if it is not found by itself.',
        required: false,
      },
    },
    compatibility: { platforms: ['darwin', 'win32', 'linux'], runtimes: { node: '>=18' } },
  }
}

/** Writes the bundle into a folder, and returns its path. */
export function writeBundle(folder: string): string {
  const file = join(folder, 'vitrine.mcpb')
  mkdirSync(folder, { recursive: true })
  const icon = join(root, 'dist/icons/png/512x512.png')
  const hasIcon = existsSync(icon)
  const manifest = { ...bundleManifest(), ...(hasIcon && { icon: 'icon.png' }) }
  const files = {
    'manifest.json': strToU8(`${JSON.stringify(manifest, undefined, 2)}\n`),
    [entryPoint]: readFileSync(join(root, 'main/mcpb/start.mjs')),
    ...(hasIcon && { 'icon.png': readFileSync(icon) }),
  }
  writeFileSync(file, zipSync(files))
  return file
}
