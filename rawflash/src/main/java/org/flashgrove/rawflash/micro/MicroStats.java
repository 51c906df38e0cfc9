package org.flashgrove.rawflash.micro;

/**
 * State of a structure and statistics since it was opened.
 *
 * @param records number of records
 * @param firstOrdinal number of the oldest record
 * @param nextOrdinal number that the next record will get
 * @param waitingRecords number of records in memory that wait for a page
 * @param waitingEntries number of index entries in memory that wait for an index page
 * @param buckets number of buckets in the directory, or of cells in the grid
 * @param memoryBytes memory in bytes, which is constant
 * @param pageReads number of pages read, not counting the out-of-band areas that opening reads
 * @param pagePrograms number of programs, including failed ones
 * @param dataPages number of programmed pages with records
 * @param indexPages number of programmed pages with index entries
 * @param directoryPages number of programmed pages with the directory
 * @param blockErases number of block erases
 * @param repartitions number of times that two buckets of the full directory were merged to split
 *     another bucket
 * @param recoveryPages number of pages whose out-of-band areas were read by opening
 * @param tornPages number of incomplete pages that opening found
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
