import { statfsSync } from 'node:fs'

/** What Linux calls the file systems of other computers: NFS, SMB (two numbers), CIFS, AFS, Coda, Ceph. */
const networkFileSystems: ReadonlySet<number> = new Set([
  0x6969, 0x517b, 0xfe534d42, 0xff534d42, 0x5346414f, 0x73757245, 0x00c36400,
])

/**
 * Whether a file or folder that exists lies on another computer, as far as the system tells: Windows by the path, Linux by
 * the kind of file system. Locks are not to be trusted there, and SQLite's journal needs memory that is shared.
 */
export function isOnNetworkDrive(
  path: string,
  platform: string = process.platform,
  kindOf: (path: string) => number = (place) => statfsSync(place).type,
): boolean {
  if (platform === 'win32') return /^(\\\\|\/\/)(?![?.][\\/])/.test(path)
  if (platform !== 'linux') return false
  try {
    return networkFileSystems.has(kindOf(path) >>> 0)
  } catch {
    return false
  }
}
