package org.flashgrove.storage.log.role;

/**
 * Result of replaying a log into one structure.
 *
 * @param applied number of changes that replay applied, because they were not on the device
 * @param onDevice number of changes that were already on the device
 */
public record Replayed(long applied, long onDevice) {}
