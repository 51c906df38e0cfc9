package org.flashgrove.access.maintenance;

/**
 * What an upgrade did.
 *
 * @param from format version the store had
 * @param to format version it has now
 */
public record FormatUpgrade(int from, int to) {}
