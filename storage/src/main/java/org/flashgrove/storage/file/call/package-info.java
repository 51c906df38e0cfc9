/** System calls on files, through one of three libraries. */
package org.flashgrove.storage.file.call;
