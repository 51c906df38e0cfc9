/**
 * Interfaces of files ({@link RawFile}) and directories ({@link StoreDirectory}), files in memory,
 * and page stores in files ({@link FilePageStore}).
 */
package org.flashgrove.storage.file;
