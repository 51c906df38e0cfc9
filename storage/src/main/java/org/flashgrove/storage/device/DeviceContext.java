package org.flashgrove.storage.device;

import java.nio.file.Path;

/**
 * Description of a device's future content.
 *
 * @param directory the store's directory
 * @param pageSize bytes of a page of the store
 * @param log what the names of the log's files begin with
 * @param blocks what the names of files of blocks of components begin with; all other files have
 *     pages of nodes and records
 * @param readBeside whether others may read the store beside the one that writes it, which register
 *     with the device's files
 */
public record DeviceContext(
    Path directory, int pageSize, String log, String blocks, boolean readBeside) {}
