package org.flashgrove.rawflash.micro;

/**
 * State of a structure and its work since it was opened.
 *
 * @param records records that are there
 * @param firstOrdinal number of the oldest of them
 * @param nextOrdinal number of the record that is appended next
 * @param waitingRecords records of them that wait in memory for a page
 * @param waitingEntries index entries that wait in memory for an index page
 * @param buckets buckets of the directory, or cells of the grid
 * @param memoryBytes bytes in memory, which do not grow
 * @param pageReads pages read, out-of-band areas that opening reads not counted
 * @param pagePrograms pages programmed, failed ones included
 * @param dataPages pages of records programmed
 * @param indexPages pages of index entries programmed
 * @param directoryPages pages of the directory programmed
 * @param blockErases blocks erased
 * @param repartitions times that the directory was divided anew, beyond its growth
 * @param recoveryPages pages whose out-of-band areas were read to open the file
 * @param tornPages pages of them that were not whole
 */
public record MicroStats(
    long records,
    long firstOrdinal,
    long nextOrdinal,
    int waitingRecords,
    int waitingEntries,
    int buckets,
    long memoryBytes,
    long pageReads,
    long pagePrograms,
    long dataPages,
    long indexPages,
    long directoryPages,
    long blockErases,
    long repartitions,
    long recoveryPages,
    long tornPages) {}
