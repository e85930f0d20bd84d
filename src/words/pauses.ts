/** Why a schedule or batch that its owner paused does not run. Any other reason needs the owner's attention. */
export const PAUSED_BY_OWNER = "Paused by its owner.";
