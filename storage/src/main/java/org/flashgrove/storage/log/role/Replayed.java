package org.flashgrove.storage.log.role;

/**
 * What replaying a log did to one structure.
 *
 * @param applied changes put back into the buffer
 * @param onDevice changes that were on the device already
 */
public record Replayed(long applied, long onDevice) {}
