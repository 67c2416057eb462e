/** Returns the default data folder: the platform's folder for application data. */
export function defaultDataFolder(platform: string, env: Record<string, string | undefined>, home: string) {
  if (platform === 'win32') return `${env['APPDATA'] ?? `${home}\\AppData\\Roaming`}\\Vitrine`
  if (platform === 'darwin') return `${home}/Library/Application Support/Vitrine`
  return `${env['XDG_DATA_HOME'] || `${home}/.local/share`}/vitrine`
}
