package org.flashgrove.simulator.trace;

/**
 * What a replay did, beside the figures of the device.
 *
 * @param requests requests of the trace
 * @param bytesRead bytes of its reads
 * @param bytesWritten bytes of its writes
 * @param readModifyWrites pages that were read first because a write covers them in part
 * @param foldedRequests requests beyond the end of the device, put where the address modulo its
 *     size is
 * @param failedReads reads whose content the device had lost
 */
public record ReplayFigures(
    long requests,
    long bytesRead,
    long bytesWritten,
    long readModifyWrites,
    long foldedRequests,
    long failedReads) {}
