package org.flashgrove.storage.device;

import java.nio.file.Path;

/**
 * Tells a device where a store is and which files the store will contain.
 *
 * @param directory the store's directory
 * @param pageSize page size of the store in bytes
 * @param log prefix of the names of log files
 * @param blocks prefix of the names of files with component blocks. All remaining files contain
 *     pages of nodes and records
 * @param readBeside whether other processes may read the store while it is written; such readers
 *     register with the device's files
 */
public record DeviceContext(
    Path directory, int pageSize, String log, String blocks, boolean readBeside) {}
