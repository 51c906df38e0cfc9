/** Temporary pages of sorts, which are freed when a sort ends. */
package org.flashgrove.storage.temporary;
