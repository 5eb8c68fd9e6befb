/** The two generations of Studio's MCP server. Pure. */

/**
 * `2026-07`: one active Studio per connection, chosen by `set_active_studio`. `2026-08`: the break of 2026-08-19, after
 * which every tool but `list_roblox_studios` requires `studio_id` and nothing is active [A2, A3].
 */
export const generations = ["2026-07", "2026-08"] as const;

export type Generation = (typeof generations)[number];

export const isGeneration = (text: string): text is Generation => (generations as readonly string[]).includes(text);
