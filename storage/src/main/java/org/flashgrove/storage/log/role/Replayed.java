package org.flashgrove.storage.log.role;

/**
 * Result of replaying a log into one structure.
 *
 * @param applied changes put back into the buffer
 * @param onDevice changes that were on the device already
 */
public record Replayed(long applied, long onDevice) {}
