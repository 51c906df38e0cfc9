/** System calls on files: three implementations and the choice between them. */
package org.flashgrove.storage.file.call;
