export const scenarios: Readonly<Record<string, (context: object) => Promise<void>>>
