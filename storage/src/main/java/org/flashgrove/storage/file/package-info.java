/** Ports of files and directories, files in memory, and page stores over files. */
package org.flashgrove.storage.file;
